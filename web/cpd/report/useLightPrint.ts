import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in the colours of the light theme: browsers leave out dark backgrounds, and light texts on paper are not read. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let before: string | null = null
    const begin = () => {
      before = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (before !== null) root.setAttribute(SCHEME, before)
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
}
