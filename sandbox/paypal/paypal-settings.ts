/** The sandbox's account. It has plans of $9.99 a month, $79.99 a year, and $24.99 a quarter from the start. */
export const PAYPAL_SANDBOX = {
  clientId: "AZDxjDScFpQtjWTOUtWKbyN_bDt4OgqaF4eYXlewfBP4-8aqX3PiV8e1GWU6liB2CUXlkA59kJXE7M6R",
  clientSecret: "EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL",
  webhookId: "8PT597110X687430L",
  plans: {
    monthly: "P-4ML8771254154362WXNWU5BC",
    annual: "P-5ML4271244454362WXNWU5NQ",
    quarterly: "P-7GL4271244454362WXNWU5PL",
  },
} as const;
