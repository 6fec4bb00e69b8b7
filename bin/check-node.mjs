// Says in one sentence what is missing when this Node cannot run the site. Plain JavaScript, so that any Node can say it.
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Apyary needs Node 22.22 or newer, this is ${process.versions.node}: on Linux run "npm ci", which brings Node 24 along; elsewhere install Node 24.`,
  )
  process.exit(1)
}
