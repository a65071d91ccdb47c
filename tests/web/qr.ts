import type { Locator } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'

/** Decodes a QR code on the page. */
export async function readQr(code: Locator): Promise<string> {
  await code.and(code.page().locator('svg')).waitFor()
  await code.scrollIntoViewIfNeeded()
  const clip = await code.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 2 }
  })
  const session = await code.page().context().newCDPSession(code.page())
  // As a camera sees it, sharper than the pages of tests are drawn.
  const { data: png } = await session.send('Page.captureScreenshot', { clip })
  await session.detach()
  const image = await code.page().evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
    // As text: an array of numbers takes seconds on its way here.
    return {
      width: canvas.width,
      height: canvas.height,
      data: Array.from(pixels, (value) => String.fromCharCode(value)).join(''),
    }
  }, png)
  return decodeQR({ ...image, data: Buffer.from(image.data, 'latin1') })
}
