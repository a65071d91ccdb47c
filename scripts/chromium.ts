import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Chromium without the parts that show windows and notifications: it takes a third less processor time. */
const shellPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/** @returns why no browser can be started, and how to fix it; null if there is one */
export function noChromium(): string | null {
  if (existsSync(executablePath)) return null
  return `There is no Chromium at ${executablePath}: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.`
}

/**
 * Starts a browser for tests, screenshots and measurements, which renders WebGL without a screen.
 *
 * @param options.shell prefers chromium-headless-shell, where it is installed
 * @throws {Error} without a browser
 */
export function startChromium(more: string[] = [], { shell = false } = {}): Promise<Browser> {
  const missing = noChromium()
  if (missing) throw new Error(missing)
  // Software WebGL, for machines without a graphics card.
  const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader', ...more]
  return chromium.launch({ executablePath: shell && existsSync(shellPath) ? shellPath : executablePath, args })
}

/** Renders whole pages in the GPU process, in software: slower, but outside of the page's process. */
export const drawnApart = ['--use-gl=angle', '--use-angle=swiftshader', '--ignore-gpu-blocklist']
