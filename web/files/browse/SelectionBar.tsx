import { Button, CloseButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { ActionsMenu } from '../actions/ActionsMenu.tsx'
import type { Action, ActionName } from '../actions/useActions.tsx'
import classes from './Files.module.css'
import type { Selection } from './useSelection.ts'

/** What is asked for most; the rest is in a menu. */
const first: ActionName[] = ['download', 'move', 'zip', 'trash']

export function SelectionBar({ selection, actions }: { selection: Selection; actions: Action[] }) {
  const { t } = useTranslation()
  const others = actions.filter(({ name }) => !first.includes(name))
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('table.actions')}>
      <CloseButton aria-label={t('files:clearSelection')} title={t('files:clearSelection')} onClick={selection.clear} />
      <span className={classes.count}>{t('table.selected', { count: selection.files.length })}</span>
      {actions
        .filter(({ name }) => first.includes(name))
        .map(({ name, icon, run }) => (
          <Button
            key={name}
            size="xs"
            variant="default"
            leftSection={<Icon of={icon} />}
            className={classes.barButton}
            aria-label={t(`files:actions.${name}`)}
            onClick={() => run()}
          >
            {t(`files:actions.${name}`)}
          </Button>
        ))}
      {others.length > 0 && (
        <ActionsMenu name="" actions={() => others}>
          <Button size="xs" variant="default" leftSection={<Icon of={IconDots} />}>
            {t('files:more')}
          </Button>
        </ActionsMenu>
      )}
    </div>
  )
}
