import { CopyButton, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Command.module.css'
import { Icon } from './Icon.tsx'

/** A shell command, or a long link, with a copy button. */
export function Command({ what, text }: { what: string; text: string }) {
  const { t } = useTranslation()
  const copying = t('copy.copy', { what })
  return (
    <div className={classes.command}>
      <code>{text}</code>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <UnstyledButton
            className={classes.copy}
            aria-label={copying}
            title={copied ? t('copy.copied') : copying}
            onClick={copy}
          >
            {copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
          </UnstyledButton>
        )}
      </CopyButton>
    </div>
  )
}
