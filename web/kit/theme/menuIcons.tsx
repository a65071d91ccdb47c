import {
  IconAdjustmentsHorizontal,
  IconBellRinging,
  IconHelp,
  IconHistory,
  IconHome,
  IconLogin2,
  IconMail,
  IconMapPin,
  IconMenu2,
  IconMessage,
  IconPolygon,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { Icon } from '../ui/Icon.tsx'

/** Icons of the menu and the top bar. */
export const menuIcons = {
  menu: <Icon of={IconMenu2} />,
  home: <Icon of={IconHome} />,
  settings: <Icon of={IconAdjustmentsHorizontal} />,
  help: <Icon of={IconHelp} />,
  trackers: <Icon of={IconMapPin} />,
  boundaries: <Icon of={IconPolygon} />,
  alerts: <Icon of={IconBellRinging} />,
  history: <Icon of={IconHistory} />,
  messages: <Icon of={IconMail} />,
  contact: <Icon of={IconMessage} />,
  people: <Icon of={IconUsers} />,
  signIn: <Icon of={IconLogin2} />,
  register: <Icon of={IconUserPlus} />,
}

export type MenuIcon = keyof typeof menuIcons
