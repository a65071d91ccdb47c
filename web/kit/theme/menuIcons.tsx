import {
  IconAdjustmentsHorizontal,
  IconBellRinging,
  IconChartDonut,
  IconChecklist,
  IconDashboard,
  IconFolder,
  IconHelp,
  IconHistory,
  IconHome,
  IconInbox,
  IconLogin2,
  IconMap2,
  IconMapPin,
  IconMenu2,
  IconMessage,
  IconPolygon,
  IconSend,
  IconTargetArrow,
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
  progress: <Icon of={IconChartDonut} />,
  plan: <Icon of={IconTargetArrow} />,
  activities: <Icon of={IconChecklist} />,
  messages: <Icon of={IconInbox} />,
  sent: <Icon of={IconSend} />,
  contact: <Icon of={IconMessage} />,
  people: <Icon of={IconUsers} />,
  signIn: <Icon of={IconLogin2} />,
  register: <Icon of={IconUserPlus} />,
}

export type MenuIcon = keyof typeof menuIcons
