import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Something that stands now here and now there, and keeps what was typed into it when it moves: a window that is made
 * narrower must not cost anybody their words.
 *
 * @returns `place` is put where it stands now; `content`, always at the same place of the page's tree
 */
export function useMovable(content: ReactNode): { place: ReactNode; content: ReactNode } {
  const [element] = useState(makeElement)
  return { place: <Place element={element} />, content: createPortal(content, element) }
}

function Place({ element }: { element: HTMLElement }) {
  const here = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    here.current!.append(element)
    // What was scrolled is at its top again, and what draws only the part in sight has not heard of it.
    for (const each of element.querySelectorAll('*')) each.dispatchEvent(new Event('scroll'))
  }, [element])
  return <div ref={here} style={{ display: 'contents' }} />
}

function makeElement() {
  const element = document.createElement('div')
  element.style.display = 'contents'
  return element
}
