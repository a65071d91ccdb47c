import { Button, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { type Dropped, readChosen } from '../upload/dropped.ts'
import classes from './Files.module.css'

export function EmptyFolder({ writable, put }: { writable: boolean; put: (read: () => Dropped[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  if (!writable) return t('files:empty')
  return (
    <Stack align="center" gap="sm">
      <Text>{t('files:empty')}</Text>
      <Text size="sm" className={classes.mouse}>
        {t('files:upload.hint')}
      </Text>
      <Button variant="light" leftSection={<Icon of={IconUpload} />} onClick={() => input.current!.click()}>
        {t('files:upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files:upload.choose')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          put(() => readChosen(chosen))
        }}
      />
    </Stack>
  )
}
