import schema from 'virtual:resource/discountcode'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { useOff } from './useOff.ts'

const states = ['active', 'waiting', 'used_up', 'ended', 'off'] as const
const colours = { active: 'teal', waiting: 'blue', used_up: 'gray', ended: 'gray', off: 'gray' } as const

/** Codes that members enter in the store. */
export function DiscountCodesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const off = useOff()
  return (
    <ListPage
      title={t('billing:codes.title')}
      text={t('billing:codes.text')}
      create={{ to: paths.discountCode(), label: t('billing:codes.new'), whenEmpty: true }}
      resource="discountcode"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'code' },
        {
          name: 'state',
          show: (row) => (
            <Badge variant="light" color={colours[row.state]} miw="max-content">
              {t(`billing:codes.states.${row.state}`)}
            </Badge>
          ),
        },
        { name: 'off', show: (row) => off(row) },
        { name: 'product_names', show: (row) => row.product_names ?? t('billing:codes.everyProduct') },
        { name: 'valid_from', hidden: true },
        { name: 'valid_to' },
        {
          name: 'used_count',
          end: true,
          show: ({ used_count, most_uses }) =>
            most_uses === null ? used_count : t('billing:codes.usedOf', { count: used_count, most: most_uses }),
        },
        { name: 'description', hidden: true },
      ]}
      nameOf={({ code }) => code}
      open={({ id }) => paths.discountCode({ id })}
      removable
      empty={t('billing:codes.empty')}
    >
      <BillingNav />
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.discountcode.state')}
        textOf={(each) => t(`billing:codes.states.${each}`)}
      />
    </ListPage>
  )
}
