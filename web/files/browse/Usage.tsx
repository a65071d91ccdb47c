import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { type FileUsage, usageOf } from '../kit/queries.ts'
import classes from './Files.module.css'

/** How much of a quota is used, the trash included, and what a file may have. */
export function Usage({ organisation_id, of }: { organisation_id: number; of: 'person' | 'organisation' }) {
  const { t } = useTranslation()
  const { data } = useQuery(usageOf(organisation_id))
  if (!data) return null
  const [used, max] =
    of === 'person'
      ? [data.person_bytes, data.person_bytes_max]
      : [data.organisation_bytes, data.organisation_bytes_max]
  const part = max === 0 ? 1 : used / max
  const text = t(`files:usage.${of}`, { used: toSize(used), max: toSize(max) })
  return (
    <section className={classes.usage} aria-label={t('files:usage.label')}>
      <Progress
        value={Math.max(part * 100, used > 0 ? 0.5 : 0)}
        color={part > 0.9 ? 'red' : 'teal'}
        size="sm"
        aria-label={text}
      />
      <p>
        {text} {t('files:usage.file', { max: toSize(data.file_bytes_max) })}
        {data.scans && ` ${t('files:usage.scans')}`}
      </p>
    </section>
  )
}

/** Bytes that a person may still store in a place. */
export function roomIn(kind: 'own' | 'organisation' | 'other', usage: FileUsage): number {
  const all = usage.organisation_bytes_max - usage.organisation_bytes
  const own = usage.person_bytes_max - usage.person_bytes
  // What another person still may is not known here; the server keeps it.
  return Math.max(0, kind === 'own' ? Math.min(all, own) : all)
}
