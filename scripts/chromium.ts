import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** @returns why no browser can be started, and what to do; null where there is one */
export function noChromium(): string | null {
  if (existsSync(executablePath)) return null
  return `There is no Chromium at ${executablePath}: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.`
}

/**
 * A browser for tests, pictures and measurements, which draws maps on a machine without a screen, too.
 *
 * @throws {Error} where there is none
 */
export function startChromium(more: string[] = []): Promise<Browser> {
  const missing = noChromium()
  if (missing) throw new Error(missing)
  // WebGL in software, where there is no graphics card.
  const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader', ...more]
  return chromium.launch({ executablePath, args })
}

/** Draws whole pages as a graphics card would, in software: dearer, and outside of the page's own process. */
export const drawnApart = ['--use-gl=angle', '--use-angle=swiftshader', '--ignore-gpu-blocklist']
