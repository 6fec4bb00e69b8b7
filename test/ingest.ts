// A database for runs of sources, a source that gives exactly the rows it is told to, and looks at what came of it.
import { DAY_PLACEHOLDER } from ""
