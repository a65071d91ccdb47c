import { expect, it } from 'vitest'
import { renderMarkdown } from './render.ts'

it('renders headings below the title of the page, emphasis, lists and tables', () => {
  expect(renderMarkdown('# Help\n\n**Two** _words_')).toBe(
    '<h2>Help</h2>\n<p><strong>Two</strong> <em>words</em></p>\n',
  )
  expect(renderMarkdown('- one\n- two')).toBe('<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n')
  expect(renderMarkdown('| a |\n| - |\n| b |')).toContain('<td>b</td>')
})

it.each([
  ['## One\n### Two', '<h2>One</h2>\n<h3>Two</h3>\n'],
  ['### Two\n# One\n###### Six', '<h4>Two</h4>\n<h2>One</h2>\n<h6>Six</h6>\n'],
])('begins the headings of a text with the second level: %j', (text, html) => expect(renderMarkdown(text)).toBe(html))

it('shows HTML as text', () => {
  const html = renderMarkdown('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b>no</b>')
  expect(html).not.toMatch(/<(script|img|b)\b/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&Tab;script:alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'ftp://example.org/a',
  'blob:https://example.org/a',
])('never leads to %s', (address) => {
  const texts = [`[text](${address})`, `[text](<${address}>)`, `![text](<${address}>)`, `<${address}>`, address]
  const html = texts.map(renderMarkdown).join('')
  const schemes = addressesIn(html, 'href').map(({ protocol }) => protocol)
  expect(schemes.filter((scheme) => !['https:', 'mailto:'].includes(scheme))).toEqual([])
  expect(addressesIn(html, 'src').filter(({ origin }) => origin !== site)).toEqual([])
})

it('shows what it does not link as text', () => {
  expect(renderMarkdown('[text](javascript:alert(1)) ![text](data:image/png;base64,AAAA)')).toBe(
    '<p>[text](javascript:alert(1)) ![text](data:image/png;base64,AAAA)</p>\n',
  )
})

it.each([
  ['[a](/app/help)', '<a href="/app/help">a</a>'],
  ['[a](help?x=1#b)', '<a href="help?x=1#b">a</a>'],
  ['[a](mailto:help@example.org)', '<a href="mailto:help@example.org">a</a>'],
  ['help@example.org', '<a href="mailto:help@example.org">help@example.org</a>'],
  ['[a](https://example.org)', '<a href="https://example.org" target="_blank" rel="noopener noreferrer">a</a>'],
  ['[a](//example.org)', '<a href="//example.org" target="_blank" rel="noopener noreferrer">a</a>'],
  ['![a](/files/1.png)', '<img src="/files/1.png" alt="a">'],
])('renders %s', (text, html) => expect(renderMarkdown(text)).toBe(`<p>${html}</p>\n`))

it.each(['https://example.org/1.png', '//example.org/1.png', '/\\example.org/1.png', 'http:\\\\example.org/1.png'])(
  'requests no image from another host: %s',
  (source) => {
    const html = renderMarkdown(`![a "quoted" one](<${source}>)`) + renderMarkdown(`![a][1]\n\n[1]: <${source}>`)
    expect(addressesIn(html, 'src').filter(({ origin }) => origin !== site)).toEqual([])
  },
)

const site = 'https://site.example'

/** As a browser on a page of the site resolves them. */
function addressesIn(html: string, attribute: 'href' | 'src'): URL[] {
  return [...html.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, address]) => new URL(address!, site))
}
