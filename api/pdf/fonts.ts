import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const read = (path: string) => readFileSync(resolve(`@expo-google-fonts/noto-sans/${path}`))
let fonts: Record<FontName, Buffer> | null = null

/** The fonts that documents embed: Latin with macrons and other marks, Greek, Cyrillic, Vietnamese and Devanagari. */
export function loadFonts(): Record<FontName, Buffer> {
  fonts ??= { regular: read('400Regular/NotoSans_400Regular.ttf'), bold: read('700Bold/NotoSans_700Bold.ttf') }
  return fonts
}

/**
 * Text as the font can show it: composed (a letter and its macron are one glyph), without control characters and
 * formatting marks, and with a replacement character where the font has no glyph, which PDF/UA forbids to leave out.
 */
export function printable(text: string, has: (code_point: number) => boolean): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, (character) => (character === '\n' ? character : ''))
  const replacement = has(0xfffd) ? '\ufffd' : '?'
  return clean.replace(/[^\n]/gu, (character) => (has(character.codePointAt(0)!) ? character : replacement))
}

export type FontName = 'regular' | 'bold'
