import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './Markdown.module.css'
import { renderMarkdown } from './render.ts'

/** Markdown as people read it. Import it with `lazy`: its libraries weigh more than most pages. */
export default function Markdown({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(renderMarkdown(text), allowed), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised, and contains no HTML of the text
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

const allowed = {
  ALLOWED_TAGS: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'em', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'target', 'rel', 'src', 'alt', 'title', 'start', 'class'],
}
