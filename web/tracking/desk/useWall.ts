import { useEffect, useRef, useState } from 'react'

/** The wall view: the element fills the screen until the person leaves it. */
export function useWall() {
  const ref = useRef<HTMLDivElement>(null)
  const [on, setOn] = useState(false)
  useEffect(() => {
    const follow = () => document.fullscreenElement === null && setOn(false)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => {
    setOn(!on)
    if (on) void document.exitFullscreen?.().catch(() => {})
    // Refused by some browsers, such as of phones: the view is large all the same.
    else void ref.current?.requestFullscreen?.().catch(() => {})
  }
  return { ref, on, toggle }
}
