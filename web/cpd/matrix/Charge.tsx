import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { productReference } from '../../billing/references.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { type MatrixQuery, shownBy } from './queries.ts'

/** A draft of an invoice for each of the people whom the filters show, on every page, such as a fee for submitting late. */
export function Charge(props: Props) {
  const { t } = useTranslation()
  const [opened, open] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => open(true)}>
        {t('cpd:matrix.charge')}
      </Button>
      {opened && <Dialog {...props} close={() => open(false)} />}
    </>
  )
}

function Dialog({ organisation_id, cycle_id, asked, total, close }: Props & { close: () => void }) {
  const { t } = useTranslation()
  const [product_id, setProduct] = useState<number | null>(null)
  const charge = async () => {
    const body = { ...shownBy(cycle_id, asked), product_id: product_id! }
    const { data } = await guarded(client.act('POST cpd/matrix/charge', body))
    const before = data.before > 0 ? ` ${t('cpd:matrix.chargedBefore', { count: data.before })}` : ''
    showSuccess(`${t('cpd:matrix.charged', { count: data.invoices })}${before}`)
  }
  return (
    <ActionDialog
      title={t('cpd:matrix.charge')}
      text={t('cpd:matrix.chargeText', { count: total })}
      submit={t('cpd:matrix.chargeSubmit')}
      disabled={product_id === null}
      fields={['product_id']}
      run={charge}
      close={close}
    >
      {(errorOf) => (
        <>
          <ReferencePicker
            name="product_id"
            label={t('cpd:matrix.product')}
            error={errorOf('product_id')}
            withAsterisk
            reference={productReference(organisation_id)}
            value={product_id}
            onChange={setProduct}
          />
          <Anchor component={Link} to={paths.invoices({ state: 'draft' })} size="sm">
            {t('cpd:matrix.invoices')}
          </Anchor>
        </>
      )}
    </ActionDialog>
  )
}

type Props = { organisation_id: number; cycle_id: number; asked: MatrixQuery; total: number }
