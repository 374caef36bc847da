export const CONFIRMED = "Your membership is confirmed.";
export const OPENS_WITH_PAYMENT = "Your access starts when PayPal confirms your first payment.";
