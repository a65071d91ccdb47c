import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import classes from './StreetsDialog.module.css'

/** Both base maps in pictures, and what streets cost. */
export default function StreetsDialog({ busy, decide, close }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={close}
      size={640}
      title={t('tracking:map.ask.title')}
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
    >
      <div className={classes.both}>
        <figure className={classes.one}>
          <Picture />
          <figcaption>{t('tracking:map.ask.builtIn')}</figcaption>
        </figure>
        <figure className={classes.one}>
          <Picture streets />
          <figcaption>{t('tracking:map.ask.withStreets')}</figcaption>
        </figure>
      </div>
      <Text size="sm" my="sm">
        {t('tracking:map.ask.text')}
      </Text>
      <Group gap="xs">
        <Button loading={busy} onClick={() => decide(true)}>
          {t('tracking:map.ask.streets')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => decide(false)}>
          {t('tracking:map.ask.offline')}
        </Button>
        <Anchor component={Link} to={paths.website()} size="sm">
          {t('tracking:map.ask.others')}
        </Anchor>
      </Group>
    </Modal>
  )
}

/** The same bay twice: land and sea, and with streets. */
function Picture({ streets = false }: { streets?: boolean }) {
  return (
    <svg viewBox="0 0 280 150" className={classes.picture} aria-hidden="true" data-streets={streets || undefined}>
      <rect width="280" height="150" className={classes.sea} />
      <path className={classes.land} d="M0 150V34c26-9 44 4 62-2s20-24 44-24 30 22 54 24 34-14 58-10 40 10 62 4v124z" />
      {streets && (
        <g>
          <path className={classes.park} d="M34 62l40-6 8 34-42 8z" />
          <path
            className={classes.street}
            d="M0 62l280 18M0 104l280 22M52 40l14 110M112 14l10 136M172 34l4 116M232 26l2 124"
          />
          <path className={classes.street} d="M122 84l54-44M66 96l-40 54M176 98l60 36M20 50l100 24" />
          <path className={classes.road} d="M0 132c60-10 96-46 140-58s90-14 140-40" />
        </g>
      )}
      <circle cx="140" cy="74" r="7" className={classes.marker} />
    </svg>
  )
}

type Props = { busy: boolean; decide: (streets: boolean) => void; close: () => void }
