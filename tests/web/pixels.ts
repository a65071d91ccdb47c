import type { Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'

/** The colours of a part of the page, by the pixel of its layout: pages of tests are drawn with fewer (`openNewPage`). */
export async function pixelsOf(page: Page, clip: Box): Promise<(x: number, y: number) => Colour> {
  const { width, height, data } = PNG.sync.read(await page.screenshot({ clip }))
  return (x, y) => {
    const [column, row] = [Math.floor((x * width) / clip.width), Math.floor((y * height) / clip.height)]
    return colourAt(data, (row * width + column) * 4)
  }
}

/** The colours of an element, as they are drawn. */
export async function coloursOf(element: Locator): Promise<Colour[]> {
  const { data } = PNG.sync.read(await element.screenshot())
  return Array.from({ length: data.length / 4 }, (_, i) => colourAt(data, i * 4))
}

const colourAt = (data: Buffer, at: number): Colour => [data[at]!, data[at + 1]!, data[at + 2]!]

export const isRed = ([r, g, b]: Colour) => r > 150 && r > g * 1.8 && r > b * 1.8
/** Or teal. */
export const isGreen = ([r, g, b]: Colour) => g > 90 && g > r * 1.5 && g > b
export const isBlue = ([r, g, b]: Colour) => b > 120 && b > r * 1.6 && b > g * 1.2

/** Red, green and blue, 0 to 255. */
type Colour = [number, number, number]
export type Box = { x: number; y: number; width: number; height: number }
