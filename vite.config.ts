import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Two entries, two folders: web/public is prerendered afterwards by scripts/build.ts, web/app is the members' and admin's app. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rollupOptions: { input: { app: "web/app/index.html", public: "web/public/index.html" } },
  },
});
