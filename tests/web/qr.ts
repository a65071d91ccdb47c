import type { Locator } from 'playwright-core'
import { PNG } from 'pngjs'
import { decodeQR } from 'qr/decode.js'
import { vi } from 'vitest'

/** Decodes a QR code on the page; as a camera does, it looks again while the page still moves. */
export async function readQr(code: Locator): Promise<string> {
  return await vi.waitFor(async () => decodeQR(await picture(code)), { timeout: 20_000, interval: 200 })
}

async function picture(code: Locator) {
  await code.and(code.page().locator('svg')).waitFor()
  await code.scrollIntoViewIfNeeded()
  const clip = await code.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 2 }
  })
  const session = await code.page().context().newCDPSession(code.page())
  // At full size: pages of tests are drawn at half of it, with too few pixels for a camera.
  const { data } = await session.send('Page.captureScreenshot', { clip })
  await session.detach()
  return PNG.sync.read(Buffer.from(data, 'base64'))
}
