/** Providers that the installation can connect to. Their hosts are settings of the installation, never of a request. */
export type ProviderSettings = {
  /** Null where no app is registered at Xero. */
  xero: XeroSettings | null
  stripe: StripeSettings
  /** Seconds until a failed push is retried, doubled each time. */
  retry_s: number
}

export type XeroSettings = {
  client_id: string
  client_secret: string
  /** Signs what Xero sends; null where no webhook is set up. */
  webhook_key: string | null
  /** Separated by spaces. */
  scopes: string
  login_url: string
  identity_url: string
  api_url: string
  timeout_s: number
}

export type StripeSettings = { api_url: string; timeout_s: number }
