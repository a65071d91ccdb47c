import schema from 'virtual:resource/enquiry'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'

const states = ['new', 'answered', 'closed'] as const

/** Enquiries from the contact form. */
export function EnquiriesPage() {
  const { t } = useTranslation()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('site:enquiries.title')}
      resource="enquiry"
      schema={schema}
      filters={state ? { state } : {}}
      columns={[
        { name: 'subject' },
        { name: 'name' },
        { name: 'email' },
        { name: 'state' },
        { name: 'phone', hidden: true },
        { name: 'answered_at', hidden: true },
        { name: 'created_at' },
      ]}
      nameOf={({ subject }) => subject}
      open={({ id }) => paths.enquiry({ id })}
      bulk={[{ label: t('site:enquiries.close'), run: ({ id }) => client.update('enquiry', { id, state: 'closed' }) }]}
      removable
      empty={t('site:enquiries.empty')}
    >
      <SelectFilter
        name="state"
        values={states}
        label={t('site:fields.enquiry.state')}
        textOf={(value) => choiceOf(t, value)}
      />
    </ListPage>
  )
}
