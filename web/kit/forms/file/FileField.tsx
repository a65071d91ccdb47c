import { Button, CloseButton, FileButton, Group, Input, Progress, Text } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../../../core/queryKeys.ts'
import { toSize } from '../../format/size.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Shared } from '../shared.ts'
import classes from './FileField.module.css'
import { acceptedNames } from './rules.ts'
import { type Upload, useUpload } from './useUpload.ts'

/** A file, which is uploaded as soon as it is chosen or dropped. The value is the id of the stored file. */
export default function FileField({ upload, value, onChange, onBusy, ...shared }: Props) {
  const { t } = useTranslation()
  const { name, label, description, error, withAsterisk } = shared
  const id = useId()
  const { state, start, cancel } = useUpload(upload, onChange, onBusy)
  const { isOver, handlers } = useDrop(start)
  const { data: stored } = useQuery({
    queryKey: queryKeys.fileOfField(value ?? 0),
    queryFn: () => upload.read(value!),
    enabled: value !== null,
  })
  const { accept, max_bytes } = upload
  const size = toSize(max_bytes)
  const limits = accept
    ? t('form.file.typesAndSize', { types: acceptedNames(accept), size })
    : t('form.file.size', { size })
  const wrong = state.step === 'failed' ? state.message : error

  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk={withAsterisk}
      description={[description, limits].filter(Boolean).join(' ')}
      error={wrong}
      errorProps={{ role: 'alert' }}
      labelElement="div"
    >
      <div className={classes.zone} data-over={isOver || undefined} {...handlers}>
        {state.step === 'idle' && value !== null && (
          <Line name={stored?.name ?? t('form.file.unknown')} size={stored?.size}>
            <CloseButton
              aria-label={t('form.file.remove', { name: stored?.name ?? t('form.file.unknown') })}
              onClick={() => onChange(null)}
            />
          </Line>
        )}
        {state.step === 'uploading' && (
          <>
            <Line name={state.file.name} size={state.file.size}>
              <Button size="compact-sm" variant="default" onClick={cancel}>
                {t('form.cancel')}
              </Button>
            </Line>
            <Progress
              value={(100 * state.sent) / Math.max(1, state.file.size)}
              aria-label={t('form.file.progress', { name: state.file.name })}
              mt={8}
              animated
            />
          </>
        )}
        {state.step === 'failed' && (
          <Line name={state.file.name} size={state.file.size}>
            {state.again && (
              <Button size="compact-sm" variant="default" onClick={() => start(state.file)}>
                {t('form.file.again')}
              </Button>
            )}
            <CloseButton aria-label={t('form.file.remove', { name: state.file.name })} onClick={cancel} />
          </Line>
        )}
        {state.step !== 'uploading' && (
          <Group gap="sm" mt={state.step === 'idle' && value === null ? 0 : 8}>
            <Choose id={id} name={name} label={label} accept={accept} is_new={value === null} start={start} />
            <Text size="sm" c="dimmed" className={classes.drop}>
              {t('form.file.drop')}
            </Text>
          </Group>
        )}
      </div>
    </Input.Wrapper>
  )
}

function Choose({ id, name, label, accept, is_new, start }: ChooseProps) {
  const { t } = useTranslation()
  const text = t(is_new ? 'form.file.choose' : 'form.file.replace')
  return (
    <FileButton
      accept={accept?.join(',') ?? ''}
      inputProps={{ name, 'aria-label': label, tabIndex: -1 }}
      onChange={(file) => file && start(file)}
    >
      {(props) => (
        <Button
          {...props}
          id={id}
          variant="default"
          leftSection={<Icon of={IconUpload} />}
          aria-label={`${label}: ${text}`}
        >
          {text}
        </Button>
      )}
    </FileButton>
  )
}

function Line({ name, size, children }: { name: string; size: number | undefined; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <Icon of={IconFile} />
      <span className={classes.name} title={name}>
        {name}
      </span>
      {size !== undefined && <span className={classes.size}>{toSize(size)}</span>}
      {children}
    </div>
  )
}

/** Takes the first file that is dropped. */
function useDrop(take: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) take(file)
    },
  }
  return { isOver, handlers }
}

type Props = Shared & {
  upload: Upload
  value: number | null
  onChange: (id: number | null) => void
  /** Called with whether an upload is running: the form is not sent without its file. */
  onBusy: (busy: boolean) => void
}

type ChooseProps = {
  id: string
  name: string
  label: string
  accept: Upload['accept']
  is_new: boolean
  start: (file: File) => void
}
