import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../keys.ts'
import { addressOf, addressQuery } from '../kit/address.ts'
import { isViewable, kindOf } from '../kit/kinds.ts'
import type { StoredFile } from '../types.ts'
import { Player } from './Player.tsx'
import classes from './Preview.module.css'

/** Bytes of a text that are shown; the rest is behind "View". */
const TEXT_BYTES = 64 * 1024

/** The content of a picture, PDF, text, sound or film; of anything else nothing. */
export function Preview({ file }: { file: StoredFile }) {
  if (!isViewable(file) || file.size === 0) return null
  const kind = kindOf(file)
  if (kind === 'text') return <TextPreview file={file} />
  return <MediaPreview file={file} kind={kind} />
}

function MediaPreview({ file, kind }: { file: StoredFile; kind: string }) {
  const { t } = useTranslation()
  // What is shown already needs no other address.
  const { data: address } = useQuery({ ...addressQuery(file), refetchOnReconnect: false })
  const title = t('files:previewOf', { name: file.name })
  // Phones show no PDF within a page.
  if (kind === 'pdf' && !navigator.pdfViewerEnabled) return null
  if (!address) return <Skeleton height={320} mb="lg" />
  if (kind === 'pdf') return <iframe className={classes.pdf} src={address} title={title} />
  if (kind === 'audio' || kind === 'video') return <Player file={file} first={address} kind={kind} title={title} />
  return (
    <div className={classes.picture}>
      <img src={address} alt={title} width={file.width ?? undefined} height={file.height ?? undefined} />
    </div>
  )
}

function TextPreview({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: keys.fileText(file.id, file.sha256),
    queryFn: () => readText(file.id),
    refetchOnReconnect: false,
  })
  if (data === undefined) return <Skeleton height={200} mb="lg" />
  return (
    <figure className={classes.text}>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section tabIndex={0} aria-label={t('files:previewOf', { name: file.name })}>
        <pre>{data}</pre>
      </section>
      {file.size > TEXT_BYTES && <figcaption>{t('files:textCut')}</figcaption>}
    </figure>
  )
}

async function readText(id: number): Promise<string> {
  const response = await fetch(await addressOf(id), { headers: { range: `bytes=0-${TEXT_BYTES - 1}` } })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return new TextDecoder().decode(await response.arrayBuffer())
}
