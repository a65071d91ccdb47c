import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { phoneWidth } from '../../kit/theme/theme.ts'

const key = 'ringfence.drawer'
const roomy = '(min-width: 1280px)'

/** Desktop: the drawer is wide or narrow and remembers which. Phone: it overlays the page and closes on navigation. */
export function useDrawer(): DrawerState {
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false })
  const [wide, setWide] = useState(remembered)
  const [over, setOver] = useState(false)
  const { key: visit } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useEffect(() => setOver(false), [visit])

  const toggle = () => {
    if (phone) return setOver(!over)
    localStorage.setItem(key, wide ? 'narrow' : 'wide')
    setWide(!wide)
  }
  return { phone, open: phone ? over : wide, toggle, close: () => setOver(false) }
}

function remembered(): boolean {
  const kept = localStorage.getItem(key)
  return kept ? kept === 'wide' : matchMedia(roomy).matches
}

export type DrawerState = { phone: boolean; open: boolean; toggle: () => void; close: () => void }
