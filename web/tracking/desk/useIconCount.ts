import { useEffect } from 'react'
import { palette } from '#messages/palette.ts'

/** Draws a number on the icon of the page while it is shown; 0 leaves the icon as it is. */
export function useIconCount(count: number): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || count === 0) return
    const before = { href: icon.href, type: icon.type }
    icon.type = 'image/svg+xml'
    icon.href = `data:image/svg+xml,${encodeURIComponent(pictureOf(count))}`
    return () => {
      icon.href = before.href
      icon.type = before.type
    }
  }, [count])
}

const pictureOf = (count: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <circle cx="16" cy="16" r="16" fill="${palette.red[6]}"/>
  <text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-weight="700"
    font-size="${count > 9 ? 15 : 19}" fill="${palette.white}">${count > 99 ? '99+' : count}</text></svg>`
