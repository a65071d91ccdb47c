/** Invoices that are paid in parts. */
export const instalments = {
  title: 'Instalments',
  due: 'Due',
  amount: 'Amount',
  open: 'Open',
  settled: 'Settled',
  text: 'It stays one invoice, whose income and tax count on its date. Each part has a day of payment of its own. One part is the whole invoice on its day.',
  count: 'Number of instalments',
  every: 'How often',
  first: 'First one due',
  submit: 'Save',
  spread: 'The instalments have been written.',
  payNext: 'Pay {{amount}} by card',
  payAll: 'Pay all: {{amount}}',
  parts: { month: '{{count}}, every month', quarter: '{{count}}, every quarter' },
  pays: {
    month: 'Paid in {{count}} instalments: {{first}}, then {{each}} a month.',
    quarter: 'Paid in {{count}} instalments: {{first}}, then {{each}} a quarter.',
  },
}
