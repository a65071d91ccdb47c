import type { Locator } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'

/** Decodes a QR code on the page. */
export async function readQr(code: Locator): Promise<string> {
  await code.and(code.page().locator('svg')).waitFor()
  await code.scrollIntoViewIfNeeded()
  const png = (await code.screenshot()).toString('base64')
  const image = await code.page().evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
    return { width: canvas.width, height: canvas.height, data: Array.from(pixels) }
  }, png)
  return decodeQR({ ...image, data: new Uint8Array(image.data) })
}
