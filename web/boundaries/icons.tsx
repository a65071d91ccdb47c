import { Icon } from '../ui/icons.tsx'

export const SelectIcon = () => (
  <Icon>
    <path d="m3 2.5 9.5 4.2-4 1.4-1.5 4z" />
  </Icon>
)

export const PolygonIcon = () => (
  <Icon>
    <path d="m8 2 5.5 4.5-2 7h-7l-2-7z" />
  </Icon>
)

export const RectangleIcon = () => (
  <Icon>
    <rect x="2" y="3.5" width="12" height="9" />
  </Icon>
)

export const CircleIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.5" />
    <circle cx="8" cy="8" r="0.5" />
  </Icon>
)

export const FreehandIcon = () => (
  <Icon>
    <path d="M2.5 11C1 7 3.5 3 7 3.5s2 3.5 5 3 2 6.5-1.5 7S4 14 2.5 11z" />
  </Icon>
)

export const CutIcon = () => (
  <Icon>
    <path d="M2 3.5 8 2l6 3-1 8-8 1-3-5z" />
    <circle cx="8" cy="8" r="2.2" strokeDasharray="1.8 1.4" />
  </Icon>
)

export const UndoIcon = () => (
  <Icon>
    <path d="M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H7" />
  </Icon>
)

export const RedoIcon = () => (
  <Icon>
    <path d="m10.5 3 3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h3" />
  </Icon>
)

export const RemoveIcon = () => (
  <Icon>
    <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9" />
  </Icon>
)

export const ImportIcon = () => (
  <Icon>
    <path d="M8 10V2.5M5 5l3-3 3 3M2.5 10v3.5h11V10" />
  </Icon>
)
