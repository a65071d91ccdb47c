import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { lookup } from 'mime-types'

/**
 * The type of a content by its first bytes, since names lie; and the size of a picture.
 *
 * @param head the first bytes, up to 512 KiB
 */
export async function sniff(head: Buffer, name: string): Promise<Sniffed> {
  const encrypted = head.subarray(0, AGE.length).equals(AGE)
  if (encrypted) return { ...none, mimetype: 'application/age', encrypted }
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // It takes any XML declaration for XML, which may be a picture or a page.
  const mimetype = found && found.mime !== 'application/xml' ? plain(found.mime) : textType(head, name)
  return { ...none, mimetype, ...(mimetype.startsWith('image/') && sizeOf(head)) }
}

/** Types that a browser shows as they are. Everything else is a download. */
export const inline = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
  'video/mp4',
  'audio/mpeg',
])

function sizeOf(head: Buffer): { width: number; height: number } | null {
  try {
    const { width, height } = imageSize(head)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    return null
  }
}

/** What is text, by its first 4 KB: pages and vector pictures can hold scripts, so they are distinguished from plain text. */
function textType(head: Buffer, name: string): string {
  const text = readText(head.subarray(0, 4096), head.length > 4096)
  if (text === null) return 'application/octet-stream'
  const first = text.replace(/^\ufeff/, '').replace(/^(\s|<\?[^>]*\?>|<!--[\s\S]*?-->)+/, '')
  if (/^(<!doctype\s+svg|<svg[\s>])/i.test(first) || /<svg[\s>]/i.test(first.slice(0, 1024))) return 'image/svg+xml'
  if (
    /<(!doctype\s+html|html|head|body|script|iframe|meta|link|style|a|b|div|p|h1|table|img|title)[\s>/]/i.test(first)
  ) {
    return 'text/html'
  }
  if (/^<[a-z?!]/i.test(first)) return 'application/xml'
  const named = lookup(name)
  return named && TEXTS.test(named) ? plain(named) : 'text/plain'
}

function readText(bytes: Buffer, is_cut: boolean): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: is_cut })
  } catch {
    return null
  }
}

/** Without parameters. */
const plain = (mimetype: string) => mimetype.split(';')[0]!.trim()

const none = { width: null, height: null, encrypted: false }
const AGE = Buffer.from('age-encryption.org/v1\n-> scrypt ')
const TEXTS =
  /^(text\/(csv|markdown|calendar|vcard|css|plain|tab-separated-values)|application\/(json|geo\+json|yaml))$/

export type Sniffed = { mimetype: string; width: number | null; height: number | null; encrypted: boolean }
