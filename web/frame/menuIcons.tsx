import { Icon } from '../ui/icons.tsx'

/** The signs of the menu and the top bar. */
export const menuIcons = {
  menu: (
    <Icon>
      <path d="M2 4h12M2 8h12M2 12h12" />
    </Icon>
  ),
  home: (
    <Icon>
      <path d="M2 7.5 8 2.5l6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4" />
    </Icon>
  ),
  settings: (
    <Icon>
      <path d="M2 4.5h7M12.5 4.5H14M2 11.5h1.5M7 11.5h7" />
      <circle cx="10.75" cy="4.5" r="1.75" />
      <circle cx="5.25" cy="11.5" r="1.75" />
    </Icon>
  ),
  help: (
    <Icon>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.3M8 11.4v.1" />
    </Icon>
  ),
  trackers: (
    <Icon>
      <path d="M8 14.5c3-3.2 4.5-5.6 4.5-7.7a4.5 4.5 0 0 0-9 0c0 2.1 1.5 4.5 4.5 7.7z" />
      <circle cx="8" cy="6.8" r="1.6" />
    </Icon>
  ),
  boundaries: (
    <Icon>
      <path d="m3 4.5 6-2 4.5 4-2 6.5-7-.5z" strokeDasharray="2.6 1.8" />
    </Icon>
  ),
  history: (
    <Icon>
      <path d="M2.5 8a5.5 5.5 0 1 0 1.8-4.1M2.5 2.5v2.3h2.3M8 5v3.2l2.2 1.3" />
    </Icon>
  ),
  messages: (
    <Icon>
      <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
      <path d="m2.5 4.5 5.5 4 5.5-4" />
    </Icon>
  ),
  contact: (
    <Icon>
      <path d="M2.5 3h11v7.5H8.5L5.5 13v-2.5h-3z" />
    </Icon>
  ),
  people: (
    <Icon>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13.5c.3-2.5 2-4 4.5-4s4.2 1.5 4.5 4M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.8c1.5.5 2.3 1.8 2.5 3.7" />
    </Icon>
  ),
  signIn: (
    <Icon>
      <path d="M9.5 2.5h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-3M2.5 8h7M7 5.5 9.5 8 7 10.5" />
    </Icon>
  ),
  register: (
    <Icon>
      <circle cx="6.5" cy="5.5" r="2.5" />
      <path d="M2 13.5c.3-2.5 2-4 4.5-4 1.3 0 2.4.4 3.2 1.2M12 9v5M9.5 11.5h5" />
    </Icon>
  ),
}

export type MenuIcon = keyof typeof menuIcons
