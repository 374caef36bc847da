import { secureHeaders } from "hono/secure-headers";

/** Headers of every answer. `strict-origin-when-cross-origin`, since YouTube refuses embeds that send no referrer (error 153). */
export const securityHeaders = secureHeaders({
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginEmbedderPolicy: false,
  // Without the subdomains: what else lives below an operator's domain is not ours to bind.
  strictTransportSecurity: "max-age=31536000",
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "https://www.youtube.com"],
    // Radix and React place positions in style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "https://i.vimeocdn.com", "https://i.ytimg.com"],
    mediaSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", "https://vimeo.com"],
    frameSrc: ["'self'", "https://player.vimeo.com", "https://www.youtube-nocookie.com", "https://www.youtube.com"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
});
