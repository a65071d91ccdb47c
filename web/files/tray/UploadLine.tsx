import { Button, CloseButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { closeTray } from '../../core/jobs/tray.ts'
import { paths } from '../../core/paths.ts'
import { toSize } from '../../kit/format/size.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { cancelUpload, isOpen, retryUpload, type UploadItem } from '../upload/uploads.ts'
import classes from './Tray.module.css'

export function UploadLine({ item }: { item: UploadItem }) {
  const { t } = useTranslation()
  const { id, file, path, state, sent, file_id } = item
  const name = [...path, file.name].join(' / ')
  return (
    <li className={classes.line} data-state={state}>
      <Icon of={IconUpload} />
      <div className={classes.words}>
        <span className={classes.name} title={name}>
          {file_id === undefined ? (
            name
          ) : (
            <Link to={paths.file({ id: file_id })} onClick={closeTray}>
              {name}
            </Link>
          )}
        </span>
        <Standing item={item} />
        {state === 'uploading' && (
          <Progress
            value={(100 * sent) / Math.max(1, file.size)}
            size="sm"
            aria-label={t('form.file.progress', { name: file.name })}
          />
        )}
        {state === 'conflict' && (
          <span className={classes.choices}>
            <Button size="compact-sm" variant="light" onClick={() => retryUpload(id, { rename: true })}>
              {t('files:keepBoth')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => cancelUpload(id)}>
              {t('files:upload.skip')}
            </Button>
          </span>
        )}
        {isRepeatable(item) && (
          <span className={classes.choices}>
            <Button size="compact-sm" variant="default" onClick={() => retryUpload(id)}>
              {t('form.file.again')}
            </Button>
          </span>
        )}
      </div>
      {isOpen(item) && (
        <CloseButton
          size="sm"
          aria-label={t('files:upload.cancel', { name: file.name })}
          title={t('form.cancel')}
          onClick={() => cancelUpload(id)}
        />
      )}
    </li>
  )
}

function Standing({ item: { state, sent, file, problem } }: { item: UploadItem }) {
  const { t } = useTranslation()
  if (state === 'uploading') {
    const sizes = { sent: toSize(sent), total: toSize(file.size) }
    return <small>{sent >= file.size ? t('files:upload.finishing') : t('files:upload.progress', sizes)}</small>
  }
  if (problem && (state === 'failed' || state === 'conflict')) {
    const text = {
      too_large: () => t('form.file.tooLarge', { size: problem.kind === 'too_large' ? toSize(problem.max) : '' }),
      no_room: () => t('files:upload.noRoom'),
      unreachable: () => t('form.unreachable'),
      refused: () => (problem.kind === 'refused' ? problem.message : ''),
    }[problem.kind]()
    return (
      <small className={classes.problem} role="alert">
        {text}
      </small>
    )
  }
  if (state === 'failed' || state === 'conflict') return null
  return <small>{state === 'done' ? toSize(file.size) : t(`files:upload.${state}`)}</small>
}

/** Whether another attempt may succeed. */
const isRepeatable = ({ state, problem }: UploadItem) =>
  state === 'cancelled' || (state === 'failed' && (problem?.kind === 'unreachable' || problem?.kind === 'refused'))
