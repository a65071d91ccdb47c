import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { backendOrigin } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { QrCode } from '../../kit/ui/QrCode.tsx'
import classes from './Share.module.css'

/** A new link, which is shown once: to copy, to scan, and for a page of one's own. @param feed whether programs read its vehicles */
export function MadeLink({ token, embedded = false, feed = false }: Props) {
  const { t } = useTranslation()
  const address = backendOrigin() + paths.share(token)
  const html = `<iframe src="${address}" width="100%" height="480" style="border:0" title="${t('tracking:share.pageTitle')}"></iframe>`
  return (
    <Alert color="teal" title={t('tracking:share.once')}>
      <Stack gap="sm">
        <div className={classes.link}>
          <Copyable what={t('tracking:share.link')} text={address} />
        </div>
        {embedded && (
          <div className={classes.link}>
            <Text size="sm" fw={500}>
              {t('tracking:share.embed')}
            </Text>
            <Copyable what={t('tracking:share.embed')} text={html} />
          </div>
        )}
        {feed && (
          <div className={classes.link}>
            <Text size="sm" fw={500}>
              {t('tracking:share.feed')}
            </Text>
            <Copyable what={t('tracking:share.feed')} text={`${backendOrigin()}/gtfs-rt/${token}`} />
          </div>
        )}
        <QrCode text={address} label={t('tracking:share.qr')} />
      </Stack>
    </Alert>
  )
}

type Props = { token: string; embedded?: boolean; feed?: boolean }
