import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Command } from '../../kit/ui/Command.tsx'
import { OrganisationAlerts } from './OrganisationAlerts.tsx'
import { useOrganisationConfig } from './useOrganisationConfig.ts'

/** The alert settings of an organisation; a new secret of its webhook is shown once. */
export function OrganisationConfig({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data, isError, isPending, save, secret, hideSecret } = useOrganisationConfig(organisation_id)
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <>
      <OrganisationAlerts key={data?.modified_at} organisation_id={organisation_id} config={data ?? null} save={save} />
      <Modal opened={secret !== null} onClose={hideSecret} title={t('organisations:organisation.secretTitle')} centered>
        <Stack>
          <Text size="sm">{t('organisations:organisation.secretText')}</Text>
          <Command what={t('organisations:organisation.secret')} text={secret ?? ''} />
          <Button onClick={hideSecret}>{t('organisations:organisation.secretDone')}</Button>
        </Stack>
      </Modal>
    </>
  )
}
