import type { StoredFile } from '../types.ts'

/** What a file is, as its icon and its name for people say it. */
export const kinds = [
  'folder',
  'image',
  'pdf',
  'text',
  'table',
  'document',
  'slides',
  'audio',
  'video',
  'archive',
  'encrypted',
  'other',
] as const
export type FileKind = (typeof kinds)[number]

export function kindOf({ is_folder, mimetype, encrypted }: Kinded): FileKind {
  if (is_folder) return 'folder'
  if (encrypted) return 'encrypted'
  const type = mimetype ?? ''
  return byType.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'
}

/** What the server shows in a browser; everything else it only gives as a download (`api/files/sniff.ts`). */
export const viewable: ReadonlySet<string> = new Set([
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

export const isViewable = ({
  is_folder,
  mimetype,
  scan_state,
}: Pick<StoredFile, 'is_folder' | 'mimetype' | 'scan_state'>) =>
  !is_folder && isReadable({ scan_state }) && viewable.has(mimetype ?? '')

/** Whether the server gives its bytes: not while it waits for the virus scan, nor after it has failed it. */
export const isReadable = ({ scan_state }: Pick<StoredFile, 'scan_state'>) =>
  scan_state === 'none' || scan_state === 'clean'

export const isArchive = ({ mimetype }: Pick<StoredFile, 'mimetype'>) => mimetype === 'application/zip'

const byType: [RegExp, FileKind][] = [
  [/^image\//, 'image'],
  [/^application\/pdf$/, 'pdf'],
  [/^text\/(csv|tab-separated-values)$|spreadsheet|ms-excel/, 'table'],
  [/wordprocessing|msword|opendocument\.text|rtf$/, 'document'],
  [/presentation|ms-powerpoint/, 'slides'],
  [/^text\/|^application\/(json|xml|geo\+json|yaml)$|\+xml$/, 'text'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/zip|x-tar|x-7z|x-rar|x-bzip2|x-xz|zstd/, 'archive'],
  [/^application\/age$/, 'encrypted'],
]

type Kinded = Pick<StoredFile, 'is_folder' | 'mimetype' | 'encrypted'>
