import schema from 'virtual:resource/reportconfig'
import { Modal, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { filtersOf, queryOf, type Report } from './views.ts'

/** Saves the filters, search and order of the list under a name. */
export function SaveReport({ report, organisation_id, close }: Props) {
  const { t } = useTranslation()
  const user_id = useSession((session) => session.user!.id)
  const administers = useAdministers(organisation_id)
  const [shared, setShared] = useState(false)
  const query = queryOf(useSearchParams()[0])
  const save = async ({ name }: { name?: string }) => {
    const owner_user_id = shared ? null : user_id
    await guarded(client.create('reportconfig', { name: name ?? '', report, query, organisation_id, owner_user_id }))
    await refresh('reportconfig')
    showSuccess(t('tracking:reports.created'))
    close()
  }
  return (
    <Modal opened onClose={close} title={t('tracking:reports.save')} centered>
      <Text c="dimmed" size="sm" mb="md">
        {filtersOf(query) || t('tracking:reports.noFilters')}
      </Text>
      <ResourceForm
        resource="reportconfig"
        body={schema.create!}
        row={{}}
        fields={['name']}
        required={['name']}
        extra={() =>
          administers && (
            <Switch
              label={t('tracking:reports.shared')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )
        }
        save={save}
      />
    </Modal>
  )
}

type Props = { report: Report; organisation_id: number; close: () => void }
