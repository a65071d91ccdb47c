import { palette } from '#messages/palette.ts'

/** A page without sign-in and JavaScript, for links that are followed from elsewhere. Title and body are HTML. */
export const plainPage = (title: string, body: string, language = 'en') => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title>
<style>:root { color-scheme: light dark }
body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 32rem; padding: 0 1rem; overflow-wrap: anywhere }
button { font: inherit; padding: 0.6rem 1.1rem; border: 0; border-radius: 8px; background: ${palette.page.light.accent}; color: ${palette.white}; cursor: pointer }
form { margin-block: 1rem } form + form button { background: none; color: inherit; border: 1px solid }</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`

/** A form with one button; it sends `action`. */
export const plainButton = (action: string, text: string) =>
  `<form method="post"><input type="hidden" name="action" value="${action}"><button>${text}</button></form>`

export const badLink = () =>
  plainPage('This link is not valid', '<p>It may have been cut off by your mail program.</p>')
