import type { ReactNode } from 'react'

export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-1v-8h8v1" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.5 3.5L13 4.5" />
  </Icon>
)

export const FitIcon = () => (
  <Icon>
    <path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5" />
    <circle cx="8" cy="8" r="1.5" />
  </Icon>
)

/** Where I am. */
export const HereIcon = () => (
  <Icon>
    <path d="M13.5 2.5 2.5 7.2l4.8 1.5 1.5 4.8z" />
  </Icon>
)

export const LayersIcon = () => (
  <Icon>
    <path d="M8 2 2 5.5 8 9l6-3.5zM2.5 8.5 8 11.5l5.5-3M2.5 11.5 8 14.5l5.5-3" />
  </Icon>
)

export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
)

export const MinusIcon = () => (
  <Icon>
    <path d="M3 8h10" />
  </Icon>
)

export const ChevronLeftIcon = () => (
  <Icon>
    <path d="M10 3 5 8l5 5" />
  </Icon>
)

export const ChevronRightIcon = () => (
  <Icon>
    <path d="m6 3 5 5-5 5" />
  </Icon>
)

export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
