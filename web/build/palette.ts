import type { Plugin } from 'vite'
import { palette, type Scheme } from '../../messages/palette.ts'

const id = 'virtual:palette.css'

/** `virtual:palette.css` makes the page colours of `messages/palette.ts` custom properties: `--text-quiet`. */
export function paletteStyles(): Plugin {
  return {
    name: 'palette-styles',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? styles : null),
    transformIndexHtml: (html) =>
      html.replaceAll(/%surface-(light|dark)%/g, (_, scheme: Scheme) => palette.page[scheme].surface),
  }
}

const propertiesOf = (scheme: Scheme) =>
  Object.entries(palette.page[scheme])
    .map(([name, colour]) => `--${name.replaceAll('_', '-')}: ${colour};`)
    .join('\n')

const styles = `:root {
${propertiesOf('light')}
}
:root[data-mantine-color-scheme="dark"] {
${propertiesOf('dark')}
}`
