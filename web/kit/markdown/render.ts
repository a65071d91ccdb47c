import MarkdownIt from 'markdown-it'

/**
 * Renders Markdown to HTML. HTML in the text is shown as text. Links lead to http, https, mailto or a page of this site;
 * images come from this site only, others become links, so that a text cannot make its readers request another host.
 *
 * The HTML is sanitised once more by `Markdown.tsx`, before a browser shows it.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true })
markdown.validateLink = isAllowed

/** The origin of relative addresses, whatever the page's is. */
const here = 'https://relative.invalid'

/** Whether an address is http, https, mailto or relative. */
function isAllowed(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(address, here).protocol)
  } catch {
    return false
  }
}

function isOfThisSite(address: string): boolean {
  return new URL(address, here).origin === here
}

const { image, link_open } = markdown.renderer.rules
const renderImage = image!

markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index]!
  const source = String(token.attrGet('src'))
  if (isOfThisSite(source)) return renderImage(tokens, index, options, env, self)
  const { escapeHtml } = markdown.utils
  return `<a href="${escapeHtml(source)}"${outside}>${escapeHtml(token.content || source)}</a>`
}

/** A new tab for other sites, which do not learn where the reader came from. */
const outside = ' target="_blank" rel="noopener noreferrer"'

markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index]!
  const address = String(token.attrGet('href'))
  if (!isOfThisSite(address) && !address.startsWith('mailto:')) {
    token.attrSet('target', '_blank')
    token.attrSet('rel', 'noopener noreferrer')
  }
  return link_open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
}

/** The page has its title as the only heading of the first level: the highest of the text becomes the second. */
markdown.core.ruler.push('headings_below_title', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const highest = Math.min(...headings.map(levelOf))
  for (const token of headings) token.tag = `h${Math.min(6, levelOf(token) - highest + 2)}`
})

const levelOf = ({ tag }: { tag: string }) => Number(tag.slice(1))
