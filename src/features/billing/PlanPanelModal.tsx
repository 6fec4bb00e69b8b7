import { Popup } from "../../ui/Popup.tsx"
import { PlanPanel } from "./PlanPanel.tsx"
import type { PlanPanelData } from "./plan-panel-data.ts"

/** The plan panel as a modal (spec 2), for pages whose data carries a panel (plan-panel.server.ts). */
export function PlanPanelModal(props: { open: boolean; onClose: () => void; panel: PlanPanelData }) {
  const { open, onClose, panel } = props
  return (
    <Popup open={open} onClose={onClose} title={panel.title}>
      <p className="pb-6 text-muted">{panel.description}</p>
      <PlanPanel panel={panel} Heading="h3" />
    </Popup>
  )
}
