import {
  IconBiohazard,
  IconCertificate,
  IconEyeOff,
  IconHourglass,
  IconLink,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../kit/format/useNow.ts'
import type { StoredFile } from '../types.ts'
import classes from './Files.module.css'

/** What else is to be known of a file: hidden, shared, evidence, or refused by the virus scan. */
export function FileMarks({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const marks: (false | [TablerIcon, string])[] = [
    file.hidden && [IconEyeOff, t('files:fields.file.hidden')],
    file.public_until !== null && Date.parse(file.public_until) > now && [IconLink, t('files:share.shared')],
    file.evidence.length > 0 && [IconCertificate, t('files:evidence', { of: file.evidence.join(', ') })],
    file.scan_state === 'waiting' && [IconHourglass, t('files:scan.waiting')],
    file.scan_state === 'infected' && [IconBiohazard, t('files:scan.infected')],
  ]
  const shown = marks.filter((mark) => mark !== false)
  if (shown.length === 0) return null
  return (
    <span className={classes.marks}>
      {shown.map(([Drawing, label]) => (
        <Drawing key={label} size={15} role="img" aria-label={label} title={label} />
      ))}
    </span>
  )
}
