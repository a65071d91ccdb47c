import { CopyButton, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './Copyable.module.css'

export function Copyable({ what, text, quiet = false }: { what: string; text: string; quiet?: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.copyable}
          data-quiet={quiet || undefined}
          title={copied ? t('copy.copied') : t('copy.copy', { what })}
          onClick={copy}
        >
          <span>{text}</span>
          <span className={classes.icon} data-copied={copied || undefined}>
            {copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
          </span>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
