import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Renders content through a portal that can move in the page without remounting, so input survives a resized window.
 *
 * @returns `place`, rendered where the content is shown; `content`, rendered at a constant place in the React tree
 */
export function useMovable(content: ReactNode): { place: ReactNode; content: ReactNode } {
  const [element] = useState(makeElement)
  return { place: <Place element={element} />, content: createPortal(content, element) }
}

function Place({ element }: { element: HTMLElement }) {
  const here = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    here.current!.append(element)
    // Moving resets scroll positions; virtualised lists must be notified.
    for (const each of element.querySelectorAll('*')) each.dispatchEvent(new Event('scroll'))
  }, [element])
  return <div ref={here} style={{ display: 'contents' }} />
}

function makeElement() {
  const element = document.createElement('div')
  element.style.display = 'contents'
  return element
}
