import type { TFunction } from 'i18next'
import type { AccountField } from './AccountForm.tsx'

/** A new password and its repetition, named as in the API. */
export function newPassword(name: 'password' | 'new_password', t: TFunction): AccountField[] {
  return [
    {
      name,
      type: 'password',
      label: t('people:account.newPassword'),
      description: t('people:account.passwordRule'),
      autoComplete: 'new-password',
    },
    {
      name: `${name}_confirm`,
      type: 'password',
      label: t('people:account.passwordConfirm'),
      autoComplete: 'new-password',
    },
  ]
}
