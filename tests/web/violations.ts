import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical accessibility violations of the shown page, each with its elements. */
export async function violationsOn(page: Page): Promise<string[]> {
  // The page's own Content Security Policy would refuse a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations: Result[] = await page.evaluate(async () => {
    // Halfway between two themes, text has the contrast of neither.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    // biome-ignore lint/suspicious/noExplicitAny: set by the injected script
    const { run, _audit } = (window as any).axe
    const isLesser = ({ impact }: { impact: string }) => impact === 'minor' || impact === 'moderate'
    // A third of the time, for violations that are not reported.
    const rules = Object.fromEntries(_audit.rules.filter(isLesser).map(({ id }: Result) => [id, { enabled: false }]))
    const { violations } = await run(document, { resultTypes: ['violations'], rules })
    return violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
