import schema from 'virtual:resource/organisation'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** All organisations of the installation. */
export function OrganisationsPage() {
  const { t } = useTranslation()
  const [making, setMaking] = useState(false)
  return (
    <ListPage
      title={t('organisations:organisation.all')}
      create={{ run: () => setMaking(true), label: t('organisations:organisation.new') }}
      resource="organisation"
      schema={schema}
      columns={[
        { name: 'name' },
        { name: 'short_name' },
        { name: 'contact' },
        { name: 'email' },
        { name: 'phone', hidden: true },
        { name: 'timezone', hidden: true },
        { name: 'created_at' },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.organisation({ id })}
    >
      {making && <NewOrganisation close={() => setMaking(false)} />}
    </ListPage>
  )
}

function NewOrganisation({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const save = async (body: CreateBody<'organisation'>) => {
    const { data } = await guarded(client.create('organisation', body))
    await refresh('organisation')
    showSuccess(doneOf(t, 'organisation', 'created'))
    navigate(paths.organisation({ id: data.id }))
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('organisations:organisation.newTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
    >
      <ResourceForm
        resource="organisation"
        body={schema.create!}
        row={{}}
        all
        fields={['name', 'short_name', 'contact']}
        required={['name']}
        submit={t('form.create')}
        save={save}
      />
    </Modal>
  )
}
