import {
  IconAdjustmentsHorizontal,
  IconBellRinging,
  IconDashboard,
  IconFolder,
  IconHelp,
  IconHistory,
  IconHome,
  IconId,
  IconInbox,
  IconLogin2,
  IconMap2,
  IconMapPin,
  IconMenu2,
  IconMessage,
  IconPolygon,
  IconReceipt,
  IconReceiptTax,
  IconSend,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { Icon } from '../ui/Icon.tsx'

/** Icons of the menu and the top bar. */
export const menuIcons = {
  menu: <Icon of={IconMenu2} />,
  map: <Icon of={IconMap2} />,
  dashboard: <Icon of={IconDashboard} />,
  home: <Icon of={IconHome} />,
  settings: <Icon of={IconAdjustmentsHorizontal} />,
  help: <Icon of={IconHelp} />,
  trackers: <Icon of={IconMapPin} />,
  boundaries: <Icon of={IconPolygon} />,
  alerts: <Icon of={IconBellRinging} />,
  history: <Icon of={IconHistory} />,
  files: <Icon of={IconFolder} />,
  messages: <Icon of={IconInbox} />,
  sent: <Icon of={IconSend} />,
  contact: <Icon of={IconMessage} />,
  membership: <Icon of={IconId} />,
  transactions: <Icon of={IconReceipt} />,
  invoices: <Icon of={IconReceiptTax} />,
  people: <Icon of={IconUsers} />,
  signIn: <Icon of={IconLogin2} />,
  register: <Icon of={IconUserPlus} />,
}

export type MenuIcon = keyof typeof menuIcons
