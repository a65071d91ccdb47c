import DOMPurify from 'dompurify'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import classes from './Markdown.module.css'
import { renderMarkdown } from './render.ts'

/** Markdown as people read it. Import it with `lazy`: its libraries weigh more than most pages. */
export default function Markdown({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(renderMarkdown(text), allowed), [text])
  const shown = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const element = shown.current!
    const follow = (event: MouseEvent) => {
      const path = pathInApp(event)
      if (!path) return
      event.preventDefault()
      navigate(path)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [navigate])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised, and contains no HTML of the text
  return <div ref={shown} className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

/** The page that a plain click on a link leads to, which needs no loading of the app again; null for other links. */
function pathInApp({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.target || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const { origin, pathname, search, hash } = new URL(link.href, location.href)
  const app = paths.welcome()
  const is_page = pathname === app || pathname.startsWith(`${app}/`)
  return origin === location.origin && is_page ? pathname + search + hash : null
}

const allowed = {
  ALLOWED_TAGS: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    's',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'target', 'rel', 'src', 'alt', 'title', 'start', 'class'],
}
