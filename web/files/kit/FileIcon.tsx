import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconFileZip,
  IconFolder,
  IconLock,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import type { StoredFile } from '../types.ts'
import classes from './FileIcon.module.css'
import { type FileKind, kindOf } from './kinds.ts'

/** The icon of a file or folder, by its type. Decorative: its name stands beside it. */
export function FileIcon({ file, large = false }: { file: Shown; large?: boolean }) {
  const kind = kindOf(file)
  const Drawing = icons[kind]
  return (
    <Drawing
      className={classes.icon}
      data-kind={kind}
      size={large ? 44 : 20}
      stroke={large ? 1.2 : 1.6}
      aria-hidden="true"
    />
  )
}

const icons: Record<FileKind, TablerIcon> = {
  folder: IconFolder,
  image: IconPhoto,
  pdf: IconFileTypePdf,
  text: IconFileText,
  table: IconTable,
  document: IconFileWord,
  slides: IconPresentation,
  audio: IconMusic,
  video: IconMovie,
  archive: IconFileZip,
  encrypted: IconLock,
  other: IconFile,
}

type Shown = Pick<StoredFile, 'is_folder' | 'mimetype' | 'encrypted'>
